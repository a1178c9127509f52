using System.CommandLine;
using System.Text.Json;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>
/// Whether this host is as desired: the state on one line, the names of the properties that differ on the next (<c>stateAndDiff</c>).
/// </summary>
internal sealed class DscTest(CliContext context)
{
    public async Task<int> RunAsync(ParseResult parsed, CancellationToken ct)
    {
        var instance = new DscInstance(context, parsed);
        if (await instance.ReadAsync(needed: true, ct) is not { } desired)
            return ExitCode.Usage;
        var look = await instance.LookAsync(desired, ct);
        instance.Write(look.State(compare: true));
        await instance.Terminal.Out.WriteLineAsync(JsonSerializer.Serialize(look.Differing, DscJson.Plain.IReadOnlyListString));
        return ExitCode.Fine;
    }
}
