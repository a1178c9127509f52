using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;

namespace IwTune.Agent.Cli;

/// <summary>
/// A command of this program as advice. It names a state directory that is not the default: without it the command would look at another
/// one, where nothing waits and nothing was changed.
/// </summary>
internal static class OwnCommand
{
    /// <param name="state">The state directory of the command that gives the advice.</param>
    /// <param name="words">The verb, with what belongs to it.</param>
    public static string Of(StateDirectory state, string words) =>
        state.Root == StateDirectory.At(StateDirectory.DefaultPath).Root
            ? $"iwtune {words}"
            : $"iwtune {words} --state {(OperatingSystem.IsWindows() ? $"\"{state.Root}\"" : ShellWord.Quote(state.Root))}";
}
