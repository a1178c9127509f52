using System.Net;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Asks one service after another. A host that did not answer is not asked again.</summary>
/// <param name="means">What it asks with.</param>
/// <param name="progress">Told what it does, for people.</param>
internal sealed class SurveyRun(SurveyMeans means, Action<string> progress)
{
    private readonly Dictionary<IPAddress, SurveyTarget> _silent = [];
    private bool _connected;

    /// <param name="targets">In the order in which they are asked.</param>
    /// <param name="keep">Called with each reading as soon as it is there.</param>
    /// <param name="ct">Ends it; what was read before was kept.</param>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task RunAsync(IReadOnlyList<SurveyTarget> targets, Action<SurveyReading> keep, CancellationToken ct)
    {
        for (var i = 0; i < targets.Count; i++)
        {
            ct.ThrowIfCancellationRequested();
            var place = $"{i + 1} of {targets.Count}: {targets[i].Service}";
            progress($"{place} …");
            keep(await ReadAsync(targets[i], place, ct));
        }
    }

    private async Task<SurveyReading> ReadAsync(SurveyTarget target, string place, CancellationToken ct)
    {
        var (address, problem) = await means.Resolve(new DnsEndPoint(target.Host, target.Port), ct);
        if (address is null)
            return Failed(target, null, problem);
        if (_silent.TryGetValue(address.Address, out var earlier))
        {
            return Failed(
                target,
                address,
                $"{address} was not asked: {address.Address} did not answer for {earlier.Service}, and a survey does not ask such a host "
                    + "again."
            );
        }
        if (_connected)
            await Task.Delay(means.Pause, means.Time, ct);
        _connected = true;
        var outcome = await means.Measure(
            target.At(address),
            step => progress($"{place}, {step.Readings.Count} of {step.Wanted} connections"),
            ct
        );
        if (outcome is ProbeOutcome.Measured measured)
            return Read(target, measured.Window);
        var failure = ((ProbeOutcome.Failed)outcome).Failure;
        if (failure.Kind is ProbeFailureKind.NotReached or ProbeFailureKind.NotAnswered)
            _silent.TryAdd(address.Address, target);
        return Failed(target, address, failure.Text);
    }

    private SurveyReading Read(SurveyTarget target, RemoteWindow window) =>
        target.Reading(means.Time.GetUtcNow()) with
        {
            Address = window.Service.Address.Address.ToString(),
            Segments = window.Count.Segments,
            Verdict = window.Count.Verdict,
            Bytes = window.Count.Bytes,
            Mss = window.Mss,
            RttMicroseconds = window.RttMicroseconds,
            // A later window of a peer that scales may be larger; a SYN-ACK's never is.
            ReceiveWindow = window.Announced is { Bytes: <= ushort.MaxValue } announced ? (int)announced.Bytes : null,
            ReceiveScale = window.Announced?.Scale,
        };

    private SurveyReading Failed(SurveyTarget target, IPEndPoint? address, string why) =>
        target.Reading(means.Time.GetUtcNow()) with
        {
            Address = address?.Address.ToString() ?? "",
            Failure = why.Length <= SurveyRules.MostFailure ? why : $"{why[..(SurveyRules.MostFailure - 1)]}…",
        };
}
