namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>The OpenID provider people sign in at, as <c>--oidc-…</c> options say it.</summary>
public sealed record OidcSettings
{
    /// <summary><c>--oidc-issuer</c>: as the provider writes it in its tokens.</summary>
    public required string Issuer { get; init; }

    /// <summary><c>--oidc-client</c></summary>
    public required string ClientId { get; init; }

    /// <summary><c>--oidc-secret-file</c>: a file with the client's secret and nothing else.</summary>
    public required string SecretFile { get; init; }

    /// <summary><c>--oidc-groups-claim</c>: the claim, of the ID token or of userinfo, that lists a person's groups.</summary>
    public string GroupsClaim { get; init; } = "groups";

    /// <summary><c>--oidc-scope</c>: requested besides <c>openid</c>.</summary>
    public IReadOnlyList<string> Scopes { get; init; } = ["profile"];

    /// <summary><c>--oidc-map</c>: which group may do what.</summary>
    public GroupMap Map { get; init; } = GroupMap.Empty;

    /// <summary>What is wrong with <c>--oidc-map</c>.</summary>
    public IReadOnlyList<string> MapProblems { get; init; } = [];

    /// <summary><c>--oidc-name</c>: on the button.</summary>
    public string Name { get; init; } = "Company login";

    /// <summary><c>--oidc-ca</c>: a PEM file with the CA of the provider's certificate, where it is a private one.</summary>
    public string? CaFile { get; init; }

    /// <summary>
    /// <c>--scim-match user-name</c>: the first sign-in of a provisioned person is also found by <c>preferred_username</c>. Otherwise only
    /// <c>externalId</c> counts, which no person can choose.
    /// </summary>
    public bool ScimMatchesNames { get; init; }

    /// <summary><c>--scim-only</c>: people whom SCIM has not provisioned may not sign in.</summary>
    public bool ScimOnly { get; init; }

    /// <summary><c>--oidc-acr</c>: authentication context classes, one of which a sign-in must have; empty for any.</summary>
    public IReadOnlyList<string> Acr { get; init; } = [];

    /// <summary><c>--oidc-amr</c>: authentication methods, one of which a sign-in must have used; empty for any.</summary>
    public IReadOnlyList<string> Amr { get; init; } = [];

    /// <summary>
    /// <c>--oidc-max-age</c>: how long ago a person may have authenticated at the provider; <see langword="null"/> for any time.
    /// </summary>
    public TimeSpan? MaxAge { get; init; }

    /// <summary>Where the discovery document is (OpenID Connect Discovery 1.0 §4).</summary>
    public Uri Discovery => new(Issuer.TrimEnd('/') + "/.well-known/openid-configuration");

    /// <summary>The client's secret, read anew so that another one needs no restart.</summary>
    /// <exception cref="OidcException">The file cannot be read.</exception>
    public string ReadSecret()
    {
        try
        {
            return File.ReadAllText(SecretFile).Trim();
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new OidcException(OidcFault.Misconfigured, $"--oidc-secret-file: {unreadable.Message}", unreadable);
        }
    }

    /// <summary>Everything that is wrong, each sentence naming its option.</summary>
    public IReadOnlyList<string> Problems()
    {
        var problems = new List<string>();
        if (!MaySpeakTo(Issuer))
            problems.Add($"--oidc-issuer: '{Issuer}' is neither https://… nor http:// on the loopback of this machine");
        else if (new Uri(Issuer) is { Query.Length: > 0 } or { Fragment.Length: > 0 })
            problems.Add($"--oidc-issuer: '{Issuer}' has a query or a fragment; an issuer has neither (OpenID Connect Core §2)");
        if (string.IsNullOrWhiteSpace(ClientId))
            problems.Add("--oidc-client: the client id of this server at the provider is required");
        problems.AddRange(FileProblems("--oidc-secret-file", SecretFile, "the client's secret"));
        if (CaFile is not null)
            problems.AddRange(FileProblems("--oidc-ca", CaFile, "a CA certificate in PEM"));
        problems.AddRange(MapProblems);
        if (Map.IsEmpty && MapProblems.Count == 0)
            problems.Add("--oidc-map: without one, users of the provider have no permissions; such as --oidc-map netops=admin");
        if (string.IsNullOrWhiteSpace(GroupsClaim))
            problems.Add("--oidc-groups-claim: a claim is required, such as groups");
        problems.AddRange(ValueProblems("--oidc-acr", Acr));
        problems.AddRange(ValueProblems("--oidc-amr", Amr));
        if (MaxAge is { } age && (age < TimeSpan.FromMinutes(1) || age > TimeSpan.FromDays(30)))
            problems.Add($"--oidc-max-age: {age.TotalSeconds} s is outside 60..2592000 s");
        if (Name.Length is 0 or > 40)
            problems.Add("--oidc-name: 1 to 40 characters");
        return problems;
    }

    /// <summary>HTTPS everywhere; in the clear only to a provider on this machine.</summary>
    public static bool MaySpeakTo(string address) =>
        Uri.TryCreate(address, UriKind.Absolute, out var uri)
        && (uri.Scheme == Uri.UriSchemeHttps || (uri.Scheme == Uri.UriSchemeHttp && uri.IsLoopback));

    // acr_values separates them by spaces (OpenID Connect Core §3.1.2.1).
    private static IEnumerable<string> ValueProblems(string option, IReadOnlyList<string> values) =>
        values
            .Where(value => value.Length == 0 || value.Any(c => c is <= ' ' or > '~'))
            .Select(value => $"{option}: '{value}' is not one value without spaces; repeat the option for several");

    private static IEnumerable<string> FileProblems(string option, string file, string what)
    {
        if (file.Length == 0)
            return [$"{option}: a file with {what} is required"];
        string? found = null;
        try
        {
            if (File.ReadAllText(file).Trim().Length == 0)
                found = "is empty";
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            found = $"cannot be read ({unreadable.Message.TrimEnd('.')})";
        }
        return found is null ? [] : [$"{option}: '{file}' {found}; it must hold {what}"];
    }
}
