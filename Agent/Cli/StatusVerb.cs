using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>What the daemon on this host is doing. Asks only the daemon, so that it is fast and correct.</summary>
internal static class StatusVerb
{
    private static readonly Option<bool> Watch = new("--watch") { Description = "Refresh it until Ctrl+C" };

    // For what restarts a program that does not answer: a host that is not what the policy says needs no restart.
    private static readonly Option<bool> Alive = new("--alive")
    {
        Description = "Exit 0 whenever the daemon answers, for a liveness probe",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "status", "Status of the daemon: server, policy, phase, configured and effective windows")
        {
            Details = $"""
                While the server cannot be reached, the status says when the agent tries again. --watch shows the status until Ctrl+C and
                exits with the code of the last one. A terminal is redrawn every second; a file, a pipe, or a terminal without escape
                sequences (NO_COLOR, TERM=dumb) gets a new block on each change, or with --json a line.
                Exits 0 when the host complies with its policy, 1 when its identity, its state directory or its {HostWords.Here.Target}s
                cannot be used, 2 when it does not comply, 3 when nothing of the policy can be set here, 4 when no daemon runs.
                """,
            Examples =
            [
                ("iwtune status", "at a glance"),
                ("iwtune status --watch", "until Ctrl+C"),
                ("iwtune status --json | jq .state.phase", "for programs"),
            ],
        };
        verb.Add(Watch);
        verb.Add(Alive);
        verb.Add(JsonOption.Option);
        verb.Validators.Add(result =>
        {
            if (result.GetValue(Watch) && result.GetValue(Alive))
                result.AddError("--watch and --alive exclude each other: --watch exits as the last status would.");
        });
        verb.SetAction(
            (parsed, ct) =>
                parsed.GetValue(Watch)
                    ? new StatusWatch(context.Terminal, parsed.WantsJson(), context.Noun, context.Time).RunAsync(
                        () => LocalClient.Ask(parsed.SocketOf(), new LocalRequest(LocalVerb.Status)),
                        LocalClient.NoDaemon(parsed.SocketOf()),
                        ct
                    )
                    : Task.FromResult(Run(context, parsed))
        );
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed)
    {
        var (terminal, socket) = (context.Terminal, parsed.SocketOf());
        if (LocalClient.Ask(socket, new LocalRequest(LocalVerb.Status)) is not { } reply)
        {
            terminal.Error.WriteLine(LocalClient.NoDaemon(socket));
            ConfirmNotice.Tell(context, parsed.StateOf());
            return ExitCode.Unreachable;
        }
        if (reply.Status is not { } status)
        {
            terminal.Error.WriteLine(reply.Text);
            return reply.Exit;
        }
        if (parsed.WantsJson())
            StatusJson.Write(terminal.Out, status, reply.State, reply.Evidence);
        else
            StatusPage.Write(terminal, status, reply.State, reply.Evidence, context.Noun);
        return parsed.GetValue(Alive) ? ExitCode.Fine : reply.Exit;
    }
}
