using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>The state of the agent's service, from the service control manager.</summary>
internal static class ServiceStatusVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "status", "Whether the service is installed and runs")
        {
            Details = "Exits 0 when it runs, 4 when it does not or is not installed. 'iwtune status' shows what its agent does.",
            Examples = [("iwtune service status", "at a glance"), ("iwtune service status --json", "for programs")],
        };
        verb.Add(JsonOption.Option);
        verb.SetAction(parsed => Run(context.Terminal, ServiceVerb.Database(context).Find(), parsed.WantsJson()));
        return verb;
    }

    private static int Run(Terminal terminal, ServiceEntry? entry, bool json)
    {
        if (json)
            terminal.Out.WriteJson(ShownServiceEntry.Of(entry), AgentJson.Shown.ShownServiceEntry);
        else if (entry is null)
            terminal.Say($"The service {ServiceDefinition.Name} is not installed; 'iwtune service install' installs it.");
        else
            Columns.Write(terminal.Out, [.. Lines(terminal, entry)], terminal.Width);
        return entry?.State == ServiceState.Running ? ExitCode.Fine : ExitCode.Unreachable;
    }

    private static IEnumerable<(string, string)> Lines(Terminal terminal, ServiceEntry entry)
    {
        yield return ("service", $"{ServiceDefinition.Name}, {State(terminal, entry)}");
        yield return ("starts", $"{(entry.StartsByItself ? "with Windows" : "by hand only")}, as {entry.Account}");
        yield return ("command", entry.CommandLine);
    }

    private static string State(Terminal terminal, ServiceEntry entry) =>
        entry.State switch
        {
            ServiceState.Running => $"{terminal.Paint(Ink.Good, "running")}, pid {entry.Process}",
            ServiceState.StartPending => $"starting, pid {entry.Process}",
            ServiceState.StopPending => $"stopping, pid {entry.Process}",
            // Not started since Windows started: ERROR_SERVICE_NEVER_STARTED, winerror.h.
            ServiceState.Stopped when entry.ExitCode is 0 or 1077 => terminal.Paint(Ink.Attention, "stopped"),
            ServiceState.Stopped =>
                $"{terminal.Paint(Ink.Bad, "failed")} with {entry.ExitCode}; the event log and agent.log in its state directory say why",
            _ => entry.State.ToString(),
        };
}
