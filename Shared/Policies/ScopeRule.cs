namespace IwTune.Shared.Policies;

/// <summary>One entry of a policy's <c>scopes</c>: a scope and the window it gets.</summary>
/// <param name="Scope">Where the window applies.</param>
/// <param name="Window">The window; the policy's own one where the entry names none.</param>
public sealed record ScopeRule(Scope Scope, Window Window);
