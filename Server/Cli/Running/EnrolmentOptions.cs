using System.CommandLine;
using IwTune.Server.Hosting;

namespace IwTune.Server.Cli.Running;

/// <summary>
/// <c>--approve-hosts</c>, <c>--approve-within</c>, <c>--require-host-keys</c>, <c>--host-secret-life</c>: what a host needs to be a
/// member.
/// </summary>
internal sealed class EnrolmentOptions
{
    private readonly Option<bool> _approve = new("--approve-hosts")
    {
        Description = "Every host that enrols waits for approval by an administrator, regardless of its token",
    };

    private readonly Option<Duration> _within = ServerDurationOption.Create(
        "--approve-within",
        "A host that is not approved within this time must enrol again",
        RunDefaults.Options.ApprovalWait
    );

    private readonly Option<bool> _keys = new("--require-host-keys")
    {
        Description = "Refuse to enrol hosts without a host key; enrolled hosts are not affected",
    };

    private readonly Option<Duration> _secretLife = ServerDurationOption.Create(
        "--host-secret-life",
        "Maximum age of a host's secret before it creates a new one",
        RunDefaults.Options.HostSecretLife
    );

    public EnrolmentOptions(Command command)
    {
        command.Options.Add(_approve);
        command.Options.Add(_within);
        command.Options.Add(_keys);
        command.Options.Add(_secretLife);
    }

    public ServerOptions Into(ServerOptions options, ParseResult parsed) =>
        options with
        {
            ApproveHosts = parsed.GetValue(_approve),
            ApprovalWait = parsed.GetRequiredValue(_within).Time,
            RequireHostKeys = parsed.GetValue(_keys),
            HostSecretLife = parsed.GetRequiredValue(_secretLife).Time,
        };
}
