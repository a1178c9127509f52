using System.Security.Claims;

namespace IwTune.Server.Features.Identity.Permissions;

/// <summary>
/// The identity behind a request, with its present rights. Rights are read from the store with every request and are never in a cookie.
/// </summary>
internal sealed class Caller : ClaimsIdentity
{
    private const string ActorClaim = "actor",
        PersonClaim = "person";

    /// <param name="name">As shown to people.</param>
    /// <param name="actor">As the audit log writes it.</param>
    /// <param name="person">Who stands behind it; the actor where that is a person.</param>
    /// <param name="rights">What it may do.</param>
    /// <param name="scheme">How it proved itself.</param>
    /// <param name="more">Further claims.</param>
    public Caller(string name, string actor, string person, Rights rights, string scheme, params IEnumerable<Claim> more)
        : base([new(ClaimTypes.Name, name), new(ActorClaim, actor), new(PersonClaim, person), .. more], scheme) => Rights = rights;

    public Rights Rights { get; }

    /// <summary>The user's own name when it is a person or acts as one; <see langword="null"/> for a service.</summary>
    public string? User { get; init; }

    /// <summary>Whether it acts as a person with fewer rights than that person has.</summary>
    public bool IsLimited { get; init; }

    public ClaimsPrincipal Principal() => new(this);

    public static string ActorOf(ClaimsPrincipal who) => who.FindFirstValue(ActorClaim) ?? "unknown";

    public static string PersonOf(ClaimsPrincipal who) => who.FindFirstValue(PersonClaim) ?? ActorOf(who);
}
