using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>The result of a call to the server. No answer is a result, too.</summary>
/// <param name="Status">HTTP status; 0 when the server was not reached.</param>
/// <param name="Body">The body as received.</param>
/// <param name="Problem">Why the call was not granted, as a sentence; empty when it was.</param>
/// <param name="RetryAfter">How long the server asks to stay away; <see langword="null"/> when it does not say.</param>
public sealed record ServerAnswer(int Status, ReadOnlyMemory<byte> Body, string Problem = "", TimeSpan? RetryAfter = null)
{
    /// <summary>What the server asks for beside (<see cref="AgentWants"/>); empty for nothing.</summary>
    public string Wants { get; init; } = "";

    /// <summary>
    /// Path and query of the next page of a list (RFC 8288, <c>rel="next"</c>); <see langword="null"/> when there is none.
    /// </summary>
    public string? Next { get; init; }

    /// <summary>How this host stands with the fleet, where that is why the call was refused.</summary>
    public MembershipNotice? Membership { get; init; }

    /// <summary>
    /// Why the server did not take the proof of this host's key: a constant of <see cref="HostProof"/>; empty when that is not why it
    /// refused.
    /// </summary>
    public string ProofError { get; init; } = "";

    /// <summary>True for 2xx.</summary>
    public bool Granted => Status is >= 200 and < 300;

    /// <summary>True when there was no server to answer.</summary>
    public bool Unreachable => Status == 0;

    /// <summary>True when the server does not know this host, or no longer.</summary>
    public bool Unknown => Status is 401 or 403;

    /// <summary>Reads the body.</summary>
    /// <returns>The value, or <see langword="null"/> when the body is not what it should be.</returns>
    public T? Read<T>(JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(Body.Span, type);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The server was not reached.</summary>
    public static ServerAnswer Unanswered(string why) => new(0, default, why);
}
