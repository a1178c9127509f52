using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>After a kill at any moment, the next start restores everything, byte for byte.</summary>
public sealed partial class FaultMatrixTests
{
    public static TheoryData<string> Settable =>
        [.. Profile.All.Where(profile => profile.Writable.Count > 0).Select(profile => profile.Name)];

    [Theory]
    [MemberData(nameof(Settable))]
    public async Task Killed_at_every_moment_of_an_application_the_next_start_puts_back(string profile)
    {
        var moments = 0;
        while (await KilledAsync(profile, moments, applyFirst: false))
            moments++;
        Assert.InRange(moments, 40, 1000);
        table.Add(profile, FaultTable.Killed, "Killed", $"at each of {moments} moments of an application", "at the next start");
    }

    [Theory]
    [MemberData(nameof(Settable))]
    public async Task Killed_at_every_moment_of_putting_back_the_start_after_that_puts_back(string profile)
    {
        var moments = 0;
        while (await KilledAsync(profile, moments, applyFirst: true))
            moments++;
        Assert.InRange(moments, 20, 1000);
        table.Add(profile, FaultTable.KilledAgain, "Killed", $"at each of {moments} moments of restoring", "at the start after that");
    }

    /// <returns>False when the agent finished before that moment.</returns>
    private static async Task<bool> KilledAsync(string profile, int moment, bool applyFirst)
    {
        using var host = new EmulatedHost(profile);
        var before = host.Machine.Print();
        if (applyFirst)
        {
            var first = host.Open();
            await first.ReconcileAsync(Wish.For(host), CancellationToken.None);
            Assert.NotEqual(before, host.Machine.Print());
        }
        var killing = Killing.At(host, moment);
        try
        {
            var doomed = host.Open();
            await doomed.Rollbacks.RecoverAsync(CancellationToken.None);
            if (!applyFirst)
                await doomed.ReconcileAsync(Wish.For(host), CancellationToken.None);
        }
        catch (KilledException) { }
        killing.Over();

        var next = host.Open();
        await next.Rollbacks.RecoverAsync(CancellationToken.None);
        Assert.True(before == host.Machine.Print(), $"killed {killing.Where} (moment {moment}):\n{string.Join('\n', host.Machine.Calls)}");
        Assert.Null(next.Pending);
        Assert.Empty(next.Journal.Managed);
        Assert.False(File.Exists(host.State.File("filters.json")));
        return killing.Where is not null;
    }
}
