using IwTune.Shared.Model.Deciding;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>A decision of this host.</summary>
/// <param name="Scope">Its scope.</param>
/// <param name="Decision">The decision.</param>
/// <param name="Text">The same for people, with its reasons and its expected effect.</param>
public sealed record MadeDecision(string Scope, Decision Decision, string Text)
{
    /// <summary>For events and history: <c>default: raised 10 → 12: …</c></summary>
    public override string ToString() => $"{Scope}: {Text}";
}
