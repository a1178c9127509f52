using System.Globalization;
using System.Text;
using IwTune.Agent.Cli.Collecting;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>One check: it restores what an earlier one left, reads, tries, and writes the file.</summary>
internal sealed class CheckRun(CliContext context, StateDirectory directory)
{
    /// <exception cref="HostUnsupportedException">This is not Windows, or the process may not change it.</exception>
    /// <exception cref="StateUnusableException">A daemon runs, the host is held, or iwtune has set windows.</exception>
    public async Task<int> RunAsync(string? path, bool write, CancellationToken ct)
    {
        var host = context.Host(directory);
        if (host is not { Check: { } check, Collection: { } collection })
            throw new HostUnsupportedException("windows-check examines a Windows Server; this is another system. Nothing was done.");
        var note = new CheckNote(directory);
        if ((write || note.Exists) && host.Lacking is { } lacking)
            throw new HostUnsupportedException(
                write
                    ? $"{lacking} Nothing was done; without --write no such right is needed."
                    : $"{lacking} An earlier check was killed, and this one must restore what it left first. Nothing was done."
            )
            {
                Privilege = "elevated",
            };

        using var engine = write || note.Exists ? await AloneAsync(ct) : null;
        var about = collection.About();
        using var file = CheckFile.Create(
            path ?? string.Create(CultureInfo.InvariantCulture, $"iwtune-windows-check-{check.Build}.txt"),
            Encoded(about)
        );
        file.Head(Head(check, about, host.Lacking is null, write));
        var calls = new CheckCalls(collection.Run, file, new Redaction(host.Facts.Read().HostName), context.Time);
        var trials = new CheckTrials(check, calls, note);
        if (note.Exists)
        {
            var failed = await trials.RecoverAsync();
            if (failed.Count > 0)
                throw new StateUnusableException($"An earlier check was killed. {string.Join(' ', failed)}");
            await context.Terminal.Error.WriteLineAsync("An earlier check was killed. What it changed is restored.");
        }
        foreach (var command in check.Reads)
            await calls.RunAsync(command, ct);
        var results = write ? await trials.RunAsync(ct) : [];
        var findings = CheckFindings.Of(check, results, write);
        file.Add(findings);
        file.Finish();
        return Say(file, findings, [.. results.Select(result => result.Unrestored).Where(text => text.Length > 0)]);
    }

    /// <summary>The lock of the state directory keeps a service from starting in between.</summary>
    private async Task<LocalEngine> AloneAsync(CancellationToken ct)
    {
        var settings = SettingsFile.Load(directory, context.Central).Settings;
        var host = context.Open(new HostOptions { Settings = () => settings, State = directory });
        var engine = await LocalEngine.OpenAsync(context, host, directory, CheckNote.Verb, settings, ct);
        try
        {
            await engine.RecoverAsync(context, ct);
            if (engine.Reconciler.Hold is { } hold)
                throw new StateUnusableException(LocalStandingText.NotWhile(hold, "set for a check"));
            if (engine.Reconciler.Journal.Managed.Any())
                throw new StateUnusableException(
                    "iwtune has set windows here, and a check must not change them. 'iwtune rollback --all' restores them; then check "
                        + "again. Nothing was done."
                );
            return engine;
        }
        catch
        {
            engine.Dispose();
            throw;
        }
    }

    private IEnumerable<(string Name, string Value)> Head(
        HostCheck check,
        IReadOnlyDictionary<string, string> about,
        bool elevated,
        bool write
    ) =>
        [
            ("agent", AgentVersion.Text),
            ("at", string.Create(CultureInfo.InvariantCulture, $"{context.Time.GetUtcNow().UtcDateTime:yyyy-MM-ddTHH:mm:ssZ}")),
            ("row", check.Release),
            ("elevated", elevated ? "yes" : "no"),
            ("mode", write ? "write" : "read"),
            .. about.Select(one => (one.Key, one.Value)),
        ];

    /// <summary>The code page in which console programs of this Windows print.</summary>
    private static Encoding Encoded(IReadOnlyDictionary<string, string> about) =>
        int.TryParse(about.GetValueOrDefault("oemCodePage"), NumberStyles.None, CultureInfo.InvariantCulture, out var page)
            ? OemCodePage.Of(page)
            : Encoding.UTF8;

    private int Say(CheckFile file, IReadOnlyList<CheckFinding> findings, IReadOnlyList<string> unrestored)
    {
        context.Terminal.Say($"{file.Name}: {Counted.Of(file.Calls, "call")}. This host's name is overwritten in it.");
        foreach (var finding in findings)
            context.Terminal.Say($"  {finding.Aspect, -12} {finding.Mark, -10} {finding.Word, -12} {finding.Why}");
        foreach (var problem in unrestored)
            context.Terminal.Error.WriteLine(problem);
        return unrestored.Count > 0 ? ExitCode.Error
            : findings.Any(finding => finding.Result == CheckResult.Contradicted) ? ExitCode.Differs
            : ExitCode.Fine;
    }
}
