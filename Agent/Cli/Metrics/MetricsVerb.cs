using System.CommandLine;
using System.Text;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Metrics;

/// <summary>What the daemon knows, for Prometheus: on the standard output, or in a file that node_exporter or Telegraf reads.</summary>
internal static class MetricsVerb
{
    private const UnixFileMode Readable = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    public static Verb Create(CliContext context)
    {
        var file = new Option<string?>("--textfile")
        {
            Description = "Write them into this file, whole or not at all, in place of the standard output",
            HelpName = "FILE.prom",
        };
        var verb = new Verb(VerbGroup.Look, "metrics", "Windows, evidence and first-flight loss in Prometheus's text format")
        {
            Details =
                "For node_exporter's textfile collector, Telegraf's inputs.exec or inputs.file with data_format = \"prometheus\", or any "
                + "other program that reads the format. When no daemon runs, only iwtune_agent_up is written, with 0, and the exit code "
                + "is 4.",
            Examples =
            [
                ("iwtune metrics", "look at them"),
                ("sudo iwtune metrics --textfile /var/lib/prometheus/node-exporter/iwtune.prom", "from a timer, each minute"),
            ],
        };
        verb.Add(file);
        verb.SetAction(parsed => Run(context.Terminal, parsed.SocketOf(), parsed.GetValue(file)));
        return verb;
    }

    private static int Run(Terminal terminal, string socket, string? file)
    {
        var status = LocalClient.Ask(socket, new LocalRequest(LocalVerb.Status));
        var traffic = status is null ? null : LocalClient.Ask(socket, new LocalRequest(LocalVerb.Traffic));
        var text = status?.Status is null
            ? AgentMetrics.Away()
            : AgentMetrics.Of(status, traffic is null ? null : ShownTraffic.Of(traffic));
        if (file is null)
            terminal.Out.Write(text);
        else
            Write(file, text);
        if (status is null)
        {
            terminal.Error.WriteLine(LocalClient.NoDaemon(socket));
            return ExitCode.Unreachable;
        }
        if (status.Status is null)
        {
            terminal.Error.WriteLine(status.Text);
            return status.Exit;
        }
        return ExitCode.Fine;
    }

    private static void Write(string file, string text)
    {
        try
        {
            DurableFile.Replace(file, Encoding.UTF8.GetBytes(text), Readable);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new UsageException(
                $"--textfile {file}: the file cannot be written: {denied.Message} Name a file in a directory that you may write to.",
                denied
            );
        }
    }
}
