using System.CommandLine;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>What this host has now. The host has one instance, so the input selects nothing; it is checked all the same.</summary>
internal sealed class DscGet(CliContext context)
{
    public async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var instance = new DscInstance(context, parsed);
        if (await instance.ReadAsync(needed: false, ct) is null)
            return ExitCode.Usage;
        instance.Write((await instance.LookAsync(null, ct)).State(compare: false));
        return ExitCode.Fine;
    }
}
