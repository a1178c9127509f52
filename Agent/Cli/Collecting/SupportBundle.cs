using System.CommandLine;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>What this host is, has and did. A missing part does not prevent the others from being collected.</summary>
internal sealed class SupportBundle(CliContext context, ParseResult parsed)
{
    private static readonly string Privacy =
        "The host's secret and what looks like a token or a password are removed. Names, addresses and "
        + $"{HostWords.Here.Target}s of this host are in it.";

    private readonly StateDirectory _state = parsed.StateOf();

    public async Task<int> WriteAsync(string file, CancellationToken ct)
    {
        var host = context.Host(_state, out var settings);
        using var zip = CollectedZip.Create(file, context.Time);
        var secrets = new SecretWords(_state);
        await PartAsync(zip, secrets, "status.json", to => StatusAsync(to));
        await PartAsync(
            zip,
            secrets,
            "show.json",
            async to => ShowJson.Write(to, await ReadAsync(host.Tuner, ct), host.Namespaces?.Invoke(), [], settings.Backend)
        );
        await PartAsync(
            zip,
            secrets,
            "history.json",
            to =>
                to.WriteAsync(
                    JsonSerializer.Serialize(
                        HistoryJson.Of(Journal.Peek(_state, context.Time).Transactions),
                        AgentJson.Shown.IReadOnlyListPastChange
                    )
                )
        );
        await PartAsync(
            zip,
            secrets,
            "doctor.json",
            async to => DoctorJson.Write(to, await host.Doctor.ExamineAsync(SeenByDaemon.Read(parsed), ct))
        );
        await PartAsync(
            zip,
            secrets,
            "by-hand.json",
            async to => await to.WriteAsync(JsonSerializer.Serialize(await ByHandAsync(host, ct), AgentJson.Shown.IReadOnlyListManualUndo))
        );
        await PartAsync(
            zip,
            secrets,
            "facts.json",
            to => to.WriteAsync(JsonSerializer.Serialize(host.Facts.Read(), ToolsJson.Shown.HostFacts))
        );
        await PartAsync(
            zip,
            secrets,
            "membership.json",
            to => to.WriteAsync(JsonSerializer.Serialize(MembershipView.Of(IdentityFile.Read(_state.Root)), ToolsJson.Shown.MembershipView))
        );
        foreach (var written in (string[])[_state.Settings, _state.Limits])
            await PartAsync(zip, secrets, $"state/{Path.GetFileName(written)}", to => to.WriteAsync(SharedFile.ReadAllText(written)));
        await PartAsync(zip, secrets, "state/files.txt", to => FilesAsync(to));
        var outputs = host.Collection is { } collection ? new CollectedCommands(collection, zip, secrets.Redaction, "system") : null;
        if (outputs is not null)
            await outputs.RunAsync(host.Collection!.Logs, ct);
        var size = zip.Finish(
            new CollectManifest
            {
                Kind = "support",
                At = context.Time.GetUtcNow(),
                AgentVersion = AgentVersion.Text,
                Elevated = host.Lacking is null,
                System = host.Collection?.About() ?? new Dictionary<string, string>(StringComparer.Ordinal),
                Privacy = Privacy,
                Commands = outputs?.Ran ?? [],
            }
        );
        context.Terminal.Say(
            $"{file}: {Counted.Of(zip.Parts.Count(part => part.Bytes is not null), "file")}, {size / 1024 + 1} KB. {Privacy}"
        );
        foreach (var lacking in zip.Parts.Where(part => part.Bytes is null))
            context.Terminal.Say($"  not there: {lacking.Name}: {lacking.Problem}");
        return ExitCode.Fine;
    }

    private static async Task PartAsync(CollectedZip zip, SecretWords secrets, string name, Func<TextWriter, Task> write)
    {
        try
        {
            using var text = new StringWriter();
            await write(text);
            zip.Add(name, secrets.Redaction.Of(Encoding.UTF8.GetBytes(text.ToString()), out _));
        }
        catch (Exception e)
            when (e
                    is IOException
                        or UnauthorizedAccessException
                        or InvalidDataException
                        or StateUnusableException
                        or TunerUnavailableException
                        or HostUnsupportedException
            )
        {
            zip.Lacking(name, e is FileNotFoundException or DirectoryNotFoundException ? "there is no such file" : e.Message);
        }
    }

    private Task StatusAsync(TextWriter to)
    {
        var reply = RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Status));
        if (reply?.Status is not { } status)
            throw new IOException(reply?.Text ?? $"no daemon that looks after {_state.Root} answers at {parsed.SocketOf()}");
        StatusJson.Write(to, status, reply.State, reply.Evidence);
        return Task.CompletedTask;
    }

    private async ValueTask<HostSnapshot> ReadAsync(ITuner tuner, CancellationToken ct) =>
        await new JournaledTuner(tuner, JournalView.Of(_state, context).Journal).ReadAsync(ct);

    private async ValueTask<IReadOnlyList<ManualUndo>> ByHandAsync(HostPorts host, CancellationToken ct) =>
        await host.ByHand([.. (await ReadAsync(host.Tuner, ct)).Targets.Where(target => target.Original is not null)], ct);

    private Task FilesAsync(TextWriter to)
    {
        foreach (
            var file in new DirectoryInfo(_state.Root)
                .EnumerateFiles("*", SearchOption.AllDirectories)
                .OrderBy(file => file.FullName, StringComparer.Ordinal)
        )
            to.WriteLine($"{file.LastWriteTimeUtc:u} {file.Length, 12} {Path.GetRelativePath(_state.Root, file.FullName)}");
        return Task.CompletedTask;
    }
}
