using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary><c>--database-replica</c>, <c>--database-replica-password-file</c>: a standby for the long readings of a server.</summary>
internal sealed class ReplicaOptions
{
    private readonly Option<string?> _replica = new("--database-replica")
    {
        Description =
            "Standby of --database that answers long readings (reports, exports, trends) once it has what the primary has; until then the "
            + "primary answers",
        HelpName = "URL",
    };

    private readonly Option<string?> _passwordFile = new("--database-replica-password-file")
    {
        Description = "File whose first line is the password for --database-replica",
        HelpName = "FILE",
    };

    public ReplicaOptions(Command command)
    {
        command.Options.Add(_replica);
        command.Options.Add(_passwordFile);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            DatabaseReplica = parsed.GetValue(_replica),
            DatabaseReplicaPasswordFile = parsed.GetValue(_passwordFile),
        };
}
