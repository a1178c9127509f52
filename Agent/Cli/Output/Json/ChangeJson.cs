using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What commands that change this host write with <c>--json</c>.</summary>
internal static class ChangeJson
{
    /// <param name="terminal">Its standard output.</param>
    /// <param name="exit">As the command exits.</param>
    /// <param name="text">The text for a person.</param>
    /// <param name="state">Every target as it is now; <see langword="null"/> when the host was not read.</param>
    /// <param name="evidence">What was measured.</param>
    public static int Write(Terminal terminal, int exit, string text, HostState? state, IReadOnlyList<Evidence> evidence)
    {
        terminal.Out.WriteJson(new ChangedHost(exit, terminal.Advised(text), state, evidence), AgentJson.Shown.ChangedHost);
        return exit;
    }

    /// <summary>The answer of a command that only has sentences, for a person or for a program.</summary>
    public static int Say(Terminal terminal, bool json, int exit, string text)
    {
        if (json)
            return Write(terminal, exit, text, state: null, []);
        if (exit == ExitCode.Fine)
            terminal.Say(text, hanging: 0);
        else
            terminal.Error.WriteLine(text);
        return exit;
    }
}

/// <summary>What was done: the outcome of each target is in the state.</summary>
internal sealed record ChangedHost(int Exit, string Text, HostState? State, IReadOnlyList<Evidence> Evidence);
