using System.CommandLine;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>
/// What set needs to make another host like this one: the policy, or that there is none. Windows belong to this host only.
/// </summary>
internal sealed class DscExport(CliContext context)
{
    public async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var instance = new DscInstance(context, parsed);
        if (await instance.ReadAsync(needed: false, ct) is null)
            return ExitCode.Usage;
        var now = (await instance.LookAsync(null, ct)).State(compare: false);
        instance.Write(new InstanceState { Policy = now.Policy, Exist = now.Policy is not null });
        return ExitCode.Fine;
    }
}
