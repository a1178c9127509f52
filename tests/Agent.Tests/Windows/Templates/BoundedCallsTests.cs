using IwTune.Agent.Windows.Templates;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.Templates;

public sealed class BoundedCallsTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly TestClock _clock = new();
    private readonly BoundedCalls _calls;
    private readonly ManualResetEventSlim _ends = new();
    private volatile bool _begun;

    public BoundedCallsTests() => _calls = new(Limit, _clock);

    public void Dispose()
    {
        _ends.Set();
        _calls.Dispose();
    }

    [Fact]
    public async Task What_ends_in_time_has_its_result() =>
        Assert.Equal((true, "done"), await _calls.RunAsync(() => "done", () => { }, default));

    [Fact]
    public async Task What_fails_fails() =>
        await Assert.ThrowsAsync<InvalidOperationException>(async () =>
            await _calls.RunAsync<string>(() => throw new InvalidOperationException(), () => { }, default)
        );

    [Fact]
    public async Task What_fails_with_a_time_out_of_its_own_fails() =>
        await Assert.ThrowsAsync<TimeoutException>(async () =>
            await _calls.RunAsync<string>(() => throw new TimeoutException(), () => { }, default)
        );

    [Fact]
    public async Task What_ends_when_it_is_stopped_leaves_the_way_free()
    {
        var hanging = _calls.RunAsync(Hang, _ends.Set, default).AsTask();
        await BegunAsync();
        _clock.Advance(Limit);
        Assert.Equal((false, null), await hanging);
        Assert.Equal((true, "done"), await _calls.RunAsync(() => "done", () => { }, default));
    }

    [Fact]
    public async Task What_never_ends_is_left_behind_and_nothing_is_begun_until_it_has_ended()
    {
        var hanging = _calls.RunAsync(Hang, () => { }, default).AsTask();
        await BegunAsync();
        _clock.Advance(Limit);
        // Disposal waits a few seconds itself, and the clock stands until it is moved.
        await Until.TrueAsync(
            () =>
            {
                _clock.Advance(TimeSpan.FromSeconds(1));
                return hanging.IsCompleted;
            },
            () => "the caller still waits"
        );
        Assert.Equal((false, null), await hanging);
        Assert.Equal((false, null), await _calls.RunAsync(() => "begun", () => { }, default));
        _ends.Set();
        await Until.TrueAsync(
            async () => (await _calls.RunAsync(() => "done", () => { }, default)).Ended,
            () => "no call is made any more"
        );
    }

    [Fact]
    public async Task A_caller_who_gives_up_stops_it()
    {
        using var cancel = new CancellationTokenSource();
        var hanging = _calls.RunAsync(Hang, _ends.Set, cancel.Token).AsTask();
        await BegunAsync();
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => hanging);
        Assert.True(_ends.IsSet);
    }

    private string Hang()
    {
        _begun = true;
        _ends.Wait();
        return "late";
    }

    private Task BegunAsync() => Until.TrueAsync(() => _begun, () => "the call did not begin");
}
