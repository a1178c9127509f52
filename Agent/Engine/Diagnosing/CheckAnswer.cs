using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Diagnosing;

/// <summary>What a check answers.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CheckAnswer(Health Health, string Found, string Fix)
{
    public static CheckAnswer Ok(string found) => new(Health.Ok, found, "");

    public static CheckAnswer Advice(string found, string fix) => new(Health.Advice, found, fix);

    public static CheckAnswer Problem(string found, string fix) => new(Health.Problem, found, fix);

    /// <param name="reason">Why the answer is not known.</param>
    public static CheckAnswer NotKnown(string reason) => new(Health.NotKnown, reason, "");
}
