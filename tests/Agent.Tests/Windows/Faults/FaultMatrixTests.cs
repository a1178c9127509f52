using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Shared.Wire;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>Every profile with every fault: a named outcome, everything restored, no mixed state.</summary>
public sealed partial class FaultMatrixTests(FaultTable table) : IClassFixture<FaultTable>
{
    public static TheoryData<string, string> Cells =>
        [.. from profile in Profile.All from fault in FaultCase.All select new TheoryDataRow<string, string>(profile.Name, fault.Name)];

    [Theory]
    [MemberData(nameof(Cells))]
    public async Task Every_fault_has_a_name_and_leaves_nothing(string profile, string fault)
    {
        var one = FaultCase.All.Single(known => known.Name == fault);
        using var host = new EmulatedHost(profile, one.Locale, machine => one.RoadOn(machine));
        using var stop = new CancellationTokenSource();
        one.Arm(host, stop);
        var before = host.Machine.Print();

        var (word, why) = await ApplyAsync(host, one, stop.Token);
        var afterwards = host.Machine.Print();
        host.At = _ => { };
        host.Netsh.Missing = false;
        host.Machine.Disarm();

        // The next start finds all of it or nothing, and restores unconfirmed changes.
        var next = host.Open();
        await next.Rollbacks.RecoverAsync(CancellationToken.None);
        Assert.Equal(before, host.Machine.Print());
        Assert.Null(next.Pending);
        Assert.Empty(next.Journal.Managed);
        Assert.False(File.Exists(host.State.File("filters.json")));

        table.Add(profile, fault, word, why, PutBack(host.Machine, before, afterwards, word));
        Assert.True(why.Length > 0 || one.Silent, $"{word}, and nobody is told why");
        Assert.Contains(word, host.Profile.Writable.Count > 0 ? one.Ends : ["Unsupported", "Unavailable"]);
    }

    private static string PutBack(EmulatedWindows machine, string before, string afterwards, string word) =>
        !machine.Calls.Any(call =>
            call.Contains(" set ", StringComparison.Ordinal)
            || call.StartsWith("Set-", StringComparison.Ordinal)
            || call.StartsWith("New-", StringComparison.Ordinal)
            || call.Contains(" add ", StringComparison.Ordinal)
        )
            ? "nothing was written"
        : before == afterwards ? "at once"
        : word == "Applied" ? "unconfirmed: at the next start"
        : "at the next start";

    private static async Task<(string Word, string Why)> ApplyAsync(EmulatedHost host, FaultCase fault, CancellationToken stop)
    {
        try
        {
            var reconciler = host.Open();
            await reconciler.Rollbacks.RecoverAsync(CancellationToken.None);
            var turn = await reconciler.ReconcileAsync(Wish.For(host, fault.Segments), stop);
            return NameOf(turn);
        }
        catch (TunerUnavailableException e)
        {
            return ("Unavailable", Short(e.Message));
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return ("Stopped", "between two steps");
        }
    }

    private static (string Word, string Why) NameOf(Reconciliation turn)
    {
        var notes = turn
            .Outcomes.Select(taken => taken.Outcome.Detail)
            .Concat(turn.Plan.Refusals.Select(refusal => refusal.Reason))
            .Concat(turn.Plan.Resolution.Unmatched.Select(unmatched => unmatched.Reason));
        var why = Short(turn.State.Reason is { Length: > 0 } reason ? reason : string.Join(' ', notes.Where(note => note.Length > 0)));
        return turn switch
        {
            { Plan.Unsupported: true } => ("Unsupported", why),
            { State.Phase: BundlePhase.Failed } => (
                turn.Outcomes.Any(taken => taken.Outcome is Outcome.Failed) ? "Failed" : "Refused",
                why
            ),
            { State.Phase: BundlePhase.AwaitingConfirm or BundlePhase.Applied } => (
                turn.Outcomes.Any(taken => taken.Outcome is Outcome.Applied) ? "Applied" : "Refused",
                why
            ),
            _ => ($"{turn.State.Phase}", why),
        };
    }

    private static string Short(string text) =>
        string.Concat((text.Length <= 90 ? text : text[..89] + "…").Select(character => char.IsControl(character) ? '?' : character));
}
