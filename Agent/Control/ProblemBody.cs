using System.Text.Json;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Control;

/// <summary>Problem details (RFC 9457 §3.1) as the server writes them; the members people need.</summary>
/// <param name="Title">What kind of problem it is.</param>
/// <param name="Detail">What happened this time.</param>
/// <param name="Problems">Everything wrong with a policy that was sent.</param>
public sealed record ProblemBody(string? Title, string? Detail, IReadOnlyList<PolicyProblem>? Problems)
{
    /// <summary>Reads a body as problem details; a body that is something else gives <see langword="null"/>.</summary>
    public static ProblemBody? Read(ReadOnlySpan<byte> body)
    {
        try
        {
            return JsonSerializer.Deserialize(body, ControlJson.Default.ProblemBody);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
