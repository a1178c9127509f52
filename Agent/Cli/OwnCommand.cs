using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli;

/// <summary>
/// A command of this program at the end of a line, to copy. It names a state directory that is not the default: without it the command
/// would look at another one, where nothing waits and nothing was changed. <see cref="Advice"/> completes those in quotes.
/// </summary>
internal static class OwnCommand
{
    /// <param name="state">The state directory of the command that gives the advice.</param>
    /// <param name="words">The verb, with what belongs to it.</param>
    public static string Of(StateDirectory state, string words) => $"iwtune {words}{StateOption(state)}";

    /// <summary>The option that names a state directory; empty for the default one.</summary>
    public static string StateOption(StateDirectory state) =>
        state.Root == StateDirectory.At(StateDirectory.DefaultPath).Root ? "" : Option(Options.StateOption.Option.Name, state.Root);

    /// <summary>An option with its value, as a shell takes it, with a space before it.</summary>
    public static string Option(string name, string value) =>
        $" {name} {(OperatingSystem.IsWindows() ? $"\"{value}\"" : ShellWord.Quote(value))}";
}
