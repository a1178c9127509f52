using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Configuring;

/// <summary>The settings in force, from the daemon; without one, those it would start with.</summary>
internal static class ConfigShowVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "show", "Every setting of the agent with its source: default, file, environment, option")
        {
            Details = """
                A running daemon is asked what it runs with. Without one the files are read, and what 'iwtune run' would start with is
                shown. Exits 0; 1 when a file is broken, so that the daemon would not start; 5 when this user may not read the files.
                """,
            Examples =
            [
                ("sudo iwtune config show", "the settings in force"),
                ("iwtune config show --json | jq -r '.[] | select(.source != \"Default\").key'", "settings that are not defaults"),
            ],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var terminal = context.Terminal;
        var state = parsed.StateOf();
        var status = RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Status))?.Status;
        var asked = status?.Configuration is { Count: > 0 };
        var shown = asked ? status!.Configuration : FromFiles(context, parsed, state);
        if (parsed.WantsJson())
        {
            terminal.Out.WriteJson(shown, AgentJson.Shown.IReadOnlyListShownSetting);
            return ExitCode.Fine;
        }
        terminal.Say(
            asked ? $"The daemon (pid {status!.Pid}) runs with:"
                : status is not null ? $"The daemon (pid {status.Pid}) is of a version that does not report its settings. The files say:"
                : "No daemon runs with this state directory. 'iwtune run' would start with:",
            hanging: 0
        );
        var table = new Table(("SETTING", Align.Left), ("VALUE", Align.Left), ("SOURCE", Align.Left));
        foreach (var setting in shown)
            table.Add(
                setting.Key,
                setting.Value.Length == 0 ? new Cell("none", Ink.Quiet) : setting.Value,
                setting.Source == SettingSource.Default ? new Cell("default", Ink.Quiet) : Source(setting)
            );
        table.Write(terminal);
        return ExitCode.Fine;
    }

    /// <exception cref="StateUnusableException">The settings file is there and cannot be read or is not valid.</exception>
    private static IReadOnlyList<ShownSetting> FromFiles(CliContext context, ParseResult parsed, StateDirectory state)
    {
        var file = SettingsFile.Load(state, context.Central);
        return RunSettings.Of(
            new RunSetup(state.Root, parsed.SocketOf(), null, BackendOption: false, LocalEndpoint.Default),
            state,
            file,
            file.Settings.Backend
        );
    }

    private static string Source(ShownSetting setting) =>
        setting.Source == SettingSource.Central ? setting.From : $"{setting.Source.ToString().ToLowerInvariant()} {setting.From}";
}
