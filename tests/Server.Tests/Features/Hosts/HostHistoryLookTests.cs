using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Hosts.Pages;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class HostHistoryLookTests
{
    [Fact]
    public void Every_kind_of_entry_has_a_look_of_its_own_and_a_word() =>
        Assert.DoesNotContain(
            Enum.GetNames<HistoryKind>().Concat(Enum.GetNames<HostEventKind>()).Append(nameof(HostHistoryEntry.Verdict)),
            kind => !HostHistoryLook.Has(kind) || HistoryWords.Of(kind).Skip(1).Any(char.IsUpper)
        );

    [Fact]
    public void A_verdict_that_was_stored_again_for_a_control_is_one_entry_since_its_first()
    {
        HostHistoryEntry[] entries =
        [
            Verdict(6, Shared.Compliance.Verdict.Excepted, "moves"),
            new(At(5), nameof(HostEventKind.Applied), "", "edge revision 2"),
            Verdict(4, Shared.Compliance.Verdict.Excepted, "moves"),
            Verdict(3, Shared.Compliance.Verdict.Excepted, "moves"),
            Verdict(2, Shared.Compliance.Verdict.Compliant, "all 2 targets are as required"),
            Verdict(1, Shared.Compliance.Verdict.Excepted, "moves"),
        ];
        Assert.Equal([At(5), At(3), At(2), At(1)], HostHistoryLook.Turns(entries).Select(entry => entry.At));
    }

    private static HostHistoryEntry Verdict(int minute, Shared.Compliance.Verdict verdict, string reason) =>
        new(At(minute), nameof(HostHistoryEntry.Verdict), "", reason) { Verdict = verdict };

    private static DateTimeOffset At(int minute) => new(2026, 11, 30, 12, minute, 0, TimeSpan.Zero);
}
