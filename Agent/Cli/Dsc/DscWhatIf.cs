using System.CommandLine;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>The state after a set, with its changes as sentences.</summary>
internal sealed class DscWhatIf(CliContext context)
{
    public async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var instance = new DscInstance(context, parsed);
        if (await instance.ReadAsync(needed: true, ct) is not { } desired)
            return ExitCode.Usage;
        instance.Write((await instance.LookAsync(desired, ct)).Forecast());
        return ExitCode.Fine;
    }
}
