using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Hosts.Pages;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class HostHistoryLookTests
{
    [Fact]
    public void Every_kind_of_entry_has_a_look_of_its_own() =>
        Assert.DoesNotContain(
            Enum.GetNames<HistoryKind>().Concat(Enum.GetNames<HostEventKind>()).Append(nameof(HostHistoryEntry.Verdict)),
            kind => !HostHistoryLook.Has(kind)
        );
}
