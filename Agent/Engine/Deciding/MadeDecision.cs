using IwTune.Shared.Model.Deciding;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>A decision of this host.</summary>
/// <param name="Scope">For which scope.</param>
/// <param name="Decision">What it came to.</param>
/// <param name="Text">The same for people, with its reasons and what it is expected to give.</param>
public sealed record MadeDecision(string Scope, Decision Decision, string Text)
{
    /// <summary>For events and history: <c>default: raised 10 → 12: …</c></summary>
    public override string ToString() => $"{Scope}: {Text}";
}
