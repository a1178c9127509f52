using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Cli.Predicting;
using IwTune.Agent.Engine.Trials;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Trials;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Laboratory;

/// <summary>Tries windows on a given path: what the model predicts, and what this machine's own TCP does on it.</summary>
internal static class LabVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "lab", "Try windows on an emulated path: predicted, and measured with this kernel's TCP")
        {
            Details = """
                Answers questions such as: "My page is 48 kB, and my users are 90 ms away behind 10 Mbit/s. What does a larger window save
                them, and what does it cost?" The model predicts the times. With privileges they are also measured: two private network
                namespaces of this process, with this kernel's TCP, are joined by a path of that length, rate and buffer, and every window
                is tried several times in an order that --seed determines. Rate and buffer apply to the direction of the client. The
                host's own network is not touched, and everything is removed at the end, even after a crash. Without privileges only the
                prediction is shown.
                """,
            Examples =
            [
                ("iwtune lab --size 48kB --rtt 90ms --iw 3,10,20", "the prediction"),
                ("sudo iwtune lab --size 48kB --rtt 90ms --rate 10Mbit --buffer 40 --iw 3,10,20", "and the measurement on such a path"),
                ("sudo iwtune lab --size 48kB --rtt 90ms --plot page.svg --capture page.json", "files for a report"),
                ("sudo iwtune lab --size 48kB --rtt 90ms --iw 3,10 --replay page.html", "both side by side in a browser"),
                ("sudo iwtune lab --size 48kB --rtt 90ms --pcap page.pcapng", "every packet at both ends, for Wireshark"),
                ("sudo iwtune lab --self-test", "whether windows have their effect with this kernel"),
            ],
        };
        foreach (var option in LabOptions.All)
            verb.Add(option);
        verb.Add(JsonOption.Option);
        verb.SetAction(
            (parsed, ct) => parsed.GetValue(LabOptions.SelfTest) ? SelfTestAsync(context, parsed, ct) : RunAsync(context, parsed, ct)
        );
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var (trial, terminal) = (LabOptions.Read(parsed), context.Terminal);
        var (runs, lacking, failure) = (new List<TrialRun>(), "", "");
        using var packets = LabPacketFile.Open(parsed.GetValue(LabOptions.Pcap), context.Time);
        using (var progress = new LabProgress(terminal))
        {
            try
            {
                if (!OperatingSystem.IsLinux())
                    throw new HostUnsupportedException("This system has no emulated paths: they take Linux. This is the model alone.");
                await LinuxTrials.RunAsync(trial, runs, progress.Show, packets?.Packets, context.Time, ct);
            }
            catch (HostUnsupportedException refused)
            {
                lacking = Lacking(refused);
            }
            catch (TrialFailedException failed)
            {
                failure = failed.Message;
            }
            catch (OperationCanceledException) when (ct.IsCancellationRequested)
            {
                failure = $"Interrupted after {runs.Count} of {trial.Runs * trial.Windows.Count} runs; nothing is left behind.";
            }
        }
        var result = TrialResult.Of(trial, runs, lacking);
        var capture = TrialCapture.Of(result, Where(), context.Time.GetUtcNow());
        Write(terminal, result, capture, parsed);
        var complete = packets?.Finish(terminal) != false;
        if (failure.Length > 0)
            await terminal.Error.WriteLineAsync(failure);
        return failure.Length > 0 || !complete ? ExitCode.Error : ExitCode.Fine;
    }

    private static async Task<int> SelfTestAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        if (!OperatingSystem.IsLinux())
            throw new HostUnsupportedException("The self-test takes the emulated path of Linux.");
        var (runs, terminal) = (new List<TrialRun>(), context.Terminal);
        using var packets = LabPacketFile.Open(parsed.GetValue(LabOptions.Pcap), context.Time);
        try
        {
            using var progress = new LabProgress(terminal with { Interactive = terminal.Interactive && !parsed.WantsJson() });
            await LinuxTrials.RunAsync(FirstFlightCheck.Trial, runs, progress.Show, packets?.Packets, context.Time, ct);
        }
        catch (TrialFailedException failed)
        {
            packets?.Finish(terminal);
            await terminal.Error.WriteLineAsync(failed.Message);
            return ExitCode.Error;
        }
        runs.Sort((a, b) => a.Window.CompareTo(b.Window));
        var checks = runs.ConvertAll(FirstFlightCheck.Of);
        if (parsed.WantsJson())
            terminal.Out.WriteJson(checks, ToolsJson.Shown.ListFirstFlightCheck);
        else
            LabPage.Write(terminal, checks);
        var complete = packets?.Finish(terminal) != false;
        return !checks.TrueForAll(check => check.Holds) ? ExitCode.Differs
            : complete ? ExitCode.Fine
            : ExitCode.Error;
    }

    private static void Write(Terminal terminal, TrialResult result, Capture? capture, ParseResult parsed)
    {
        if (parsed.WantsJson())
            terminal.Out.WriteJson(TriedPath.Of(result, Where()), ToolsJson.Shown.TriedPath);
        else
            LabPage.Write(terminal, result);
        var views = parsed.GetValue(LabOptions.Views) is { } count ? ViewsText.Of(count, result) : [];
        if (!parsed.WantsJson())
            views.ForEach(sentence => terminal.Say(sentence, hanging: 0));
        LabFiles.Write(terminal, result, capture, views, parsed);
    }

    private static string Lacking(HostUnsupportedException refused) =>
        refused.Privilege is { } privilege
            ? $"Nothing was measured, this is the model alone: {refused.Message.TrimEnd('.')}. With {privilege} and CAP_NET_ADMIN, as "
                + "with 'sudo iwtune lab …', the same is tried on an emulated path."
            : $"Nothing was measured, this is the model alone: {refused.Message}";

    private static string Where() =>
        OperatingSystem.IsLinux()
            ? $"Linux {SystemFile.Line("/proc/sys/kernel/osrelease")}, emulated path between two private networks"
            : "the model";
}
