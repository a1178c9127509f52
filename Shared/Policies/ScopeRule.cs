namespace IwTune.Shared.Policies;

/// <summary>One entry of a policy's <c>scopes</c>: a scope and the window it gets.</summary>
/// <param name="Scope">Where the window applies.</param>
/// <param name="Window">
/// The window; the policy's own one where the entry names none. Its initcwnd is unset where the host decides it.
/// </param>
public sealed record ScopeRule(Scope Scope, Window Window)
{
    /// <summary>Who decides initcwnd. Default: the policy.</summary>
    public Steering Steering { get; init; } = Steering.None;

    /// <summary>The window as people read it: <c>initcwnd 10</c>, <c>initcwnd auto initrwnd 90</c>.</summary>
    public string Asked =>
        Steering.Word.Length == 0
            ? Window.ToString()
            : $"initcwnd {Steering.Word}{(Window.InitRwnd is null ? "" : $" {Window with { InitCwnd = null }}")}";
}
