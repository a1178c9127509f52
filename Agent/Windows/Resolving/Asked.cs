using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Windows.Resolving;

/// <summary>What a scope asks for, as far as a template can express it.</summary>
/// <param name="Scope">The scope.</param>
/// <param name="Window">The window without the parts that Windows does not have.</param>
/// <param name="Cannot">Why nothing of it can be expressed, as a sentence; <see langword="null"/> when something can.</param>
/// <param name="Note">What is left out, as a sentence; empty when nothing is.</param>
internal sealed record Asked(Scope Scope, Window Window, string? Cannot, string Note)
{
    /// <exception cref="FormatException">The scope is none that this version knows.</exception>
    public static Asked Of(BundleWindow window)
    {
        var scope = window.KnownRule().Scope;
        return window switch
        {
            { InitCwnd: null } => new Asked(
                scope,
                new Window(null, window.InitRwnd),
                "Windows has no initial receive window, and the scope asks for nothing else: receive windows are auto-tuned there. Add "
                    + "an initcwnd.",
                ""
            ),
            { InitRwnd: { } rwnd } => new Asked(
                scope,
                new Window(window.InitCwnd, null),
                null,
                $"initrwnd {rwnd} is left out: Windows tunes receive windows itself and has no initial one to set."
            ),
            _ => new Asked(scope, new Window(window.InitCwnd, null), null, ""),
        };
    }
}
