using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>The answers of this Windows, byte for byte: the emulated Windows of the tests is made of them.</summary>
internal sealed class WindowsBaseline(CliContext context, StateDirectory state)
{
    private const string Privacy =
        "This host's name is overwritten with X wherever it stood. Destination prefixes of transport filters are in it, where there are "
        + "any; no other addresses, no names of people.";

    public async Task<int> WriteAsync(string file, bool writes, CancellationToken ct)
    {
        var host = context.Host(state);
        if (host.Collection is not { Baseline: { } commands } collection)
            throw new HostUnsupportedException(
                "A baseline is made of the outputs of a Windows; this is another system. Nothing was collected. 'iwtune collect' alone "
                    + "works here."
            );
        if (writes && host.Lacking is { } lacking)
            throw new HostUnsupportedException($"{lacking} Nothing was collected; without --with-writes no such right is needed.")
            {
                Privilege = "elevated",
            };

        using var zip = CollectedZip.Create(file, context.Time);
        var outputs = new CollectedCommands(collection, zip, new Redaction(host.Facts.Read().HostName), "raw");
        await outputs.RunAsync(commands, ct);
        var exit = writes ? await new BaselineWrites(context, state, collection, outputs).RunAsync(ct) : ExitCode.Fine;
        var size = zip.Finish(
            new CollectManifest
            {
                Kind = "windows-baseline",
                At = context.Time.GetUtcNow(),
                AgentVersion = AgentVersion.Text,
                Elevated = host.Lacking is null,
                System = collection.About(),
                Privacy = Privacy,
                Commands = outputs.Ran,
            }
        );
        var failed = outputs.Ran.Count(ran => ran.ExitCode is null);
        context.Terminal.Say($"{file}: {Counted.Of(outputs.Ran.Count, "output")}, {size / 1024 + 1} KB. {Privacy}");
        if (failed > 0)
            context.Terminal.Say($"{Counted.Of(failed, "command")} did not run; its manifest.json says why.");
        return exit;
    }
}
