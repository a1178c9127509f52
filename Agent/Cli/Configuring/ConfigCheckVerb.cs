using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Configuring;

/// <summary>Reads the files as the daemon does, and reports every problem in both.</summary>
internal static class ConfigCheckVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "check", "Check agent.yaml and limits.yaml: all problems at once")
        {
            Details = """
                A file that is not there is fine. The daemon does not start with a broken agent.yaml, and keeps what was in force on a
                reload; with a broken limits.yaml nothing is set. Exits 0 when both can be used, 64 when something is wrong, 5 when this
                user may not read them.
                """,
            Examples =
            [
                ($"sudo iwtune config check && sudo {HostWords.Here.ReloadDaemon}", "reload only what is valid"),
                ("iwtune config check --state ./host1", "files of another host, before they are copied there"),
            ],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context, parsed));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var (terminal, state) = (context.Terminal, parsed.StateOf());
        var central = context.Central();
        List<CheckedFile> files =
        [
            Check(state.Settings, text => HostSettingsReader.Read(text).Problems),
            Check(state.Limits, text => LimitsReader.Read(text).Problems),
            .. central.Problems.Count > 0
                ? [new CheckedFile(central.Means, Present: true, [.. central.Problems.Select(problem => Shown(central.Means, problem))])]
                : Array.Empty<CheckedFile>(),
        ];
        var count = files.Sum(file => file.Problems.Count);
        var exit =
            files.Exists(file => file.Forbidden) ? ExitCode.Permission
            : count > 0 ? ExitCode.Usage
            : ExitCode.Fine;
        if (parsed.WantsJson())
        {
            terminal.Out.WriteJson(new CheckedSettings(exit, count == 0, files), AgentJson.Shown.CheckedSettings);
            return exit;
        }
        foreach (var file in files)
        {
            foreach (var problem in file.Problems)
                terminal.Error.WriteLine(Line(problem));
            if (file.Problems.Count == 0)
                terminal.Out.WriteLine($"{file.File}: {(file.Present ? "valid" : "not there; the defaults hold")}");
        }
        if (count > 0)
            terminal.Error.WriteLine($"{Counted.Of(count, "problem")}; nothing was changed.");
        return exit;
    }

    private static CheckedFile Check(string path, Func<string, IReadOnlyList<PolicyProblem>> read)
    {
        try
        {
            return new(path, Present: true, [.. read(SharedFile.ReadAllText(path)).Select(problem => ShownProblem.Of(path, problem))]);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return new(path, Present: false, []);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new(path, Present: true, [Shown(path, $"cannot be read: {e.Message}")]) { Forbidden = e is UnauthorizedAccessException };
        }
    }

    private static ShownProblem Shown(string file, string rule) => new(file, 0, 0, "", null, rule);

    private static string Line(ShownProblem problem) =>
        Output.Problems.Lines(problem.File, [new PolicyProblem(problem.Path, problem.Value, problem.Rule, problem.Line, problem.Column)]);
}
