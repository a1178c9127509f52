using System.CommandLine;
using IwTune.Agent.Cli.Applying;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>Installs the agent as a service.</summary>
internal static class ServiceInstallVerb
{
    public static Verb Create(CliContext context)
    {
        var policy = new Option<string>("--policy") { Description = "Enforce this file instead of following a server", HelpName = "FILE" };
        var verb = new Verb(VerbGroup.Fleet, "install", "Install this program as a service that starts with Windows")
        {
            Details = """
                It runs as LocalSystem, is started again when it fails (after 5 s, then after a minute each), and writes to the
                event log (source IwTune) and to agent.log in its state directory. --state, --socket and --policy go into the
                service's command line. Run again, it changes the installed service. It does not start the service.
                """,
            Examples =
            [
                ("iwtune service install", "follow the server this host is enrolled at"),
                (@"iwtune service install --policy C:\edge.yaml", "a service without a server"),
            ],
        };
        verb.Add(policy);
        verb.SetAction(parsed => Run(context, parsed, parsed.GetValue(policy)));
        return verb;
    }

    private static int Run(CliContext context, ParseResult parsed, string? policy)
    {
        var database = ServiceVerb.Database(context);
        if (policy is not null)
            PolicyFile.Read(policy); // a service that cannot start is not installed
        List<string> more = [];
        // A service's working directory is System32: only full paths mean the same there as here.
        if (parsed.GetResult(StateOption.Option) is not null)
            more.AddRange([StateOption.Option.Name, parsed.StateOf().Root]);
        if (parsed.GetResult(SocketOption.Option) is not null)
            more.AddRange([SocketOption.Option.Name, parsed.SocketOf()]);
        if (policy is not null)
            more.AddRange(["--policy", Path.GetFullPath(policy)]);
        var (isNew, note) = new ServiceInstallation(database, context.Time).Install(Environment.ProcessPath!, more);
        context.Terminal.Say(
            isNew
                ? $"Installed the service {ServiceDefinition.Name}: it starts with Windows. Start it now with 'sc.exe start "
                    + $"{ServiceDefinition.Name}'; 'iwtune service remove' removes it."
                : $"The service {ServiceDefinition.Name} was installed already; its settings are written anew and count from its next "
                    + "start."
        );
        if (note.Length > 0)
            context.Terminal.Error.WriteLine(note);
        return ExitCode.Fine;
    }
}
