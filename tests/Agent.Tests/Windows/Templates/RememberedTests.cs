using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Tests.Windows.Templates;

public sealed class RememberedTests
{
    private static readonly TimeSpan Span = TimeSpan.FromMinutes(15);

    private readonly TestClock _clock = new();
    private readonly List<TaskCompletionSource<string>> _asked = [];
    private readonly Remembered<string> _value;

    public RememberedTests() =>
        _value = new(
            _ =>
            {
                _asked.Add(new(TaskCreationOptions.RunContinuationsAsynchronously));
                return new(_asked[^1].Task);
            },
            Span,
            _clock
        );

    [Fact]
    public async Task It_is_read_again_when_it_is_old()
    {
        await ReadAsync("a");
        Assert.Equal("a", await _value.ReadAsync(default));
        _clock.Advance(Span);
        Assert.Equal("b", await ReadAsync("b"));
    }

    [Fact]
    public async Task Two_readers_at_the_start_both_get_a_value()
    {
        var (first, second) = (_value.ReadAsync(default).AsTask(), _value.ReadAsync(default).AsTask());
        foreach (var asked in _asked)
            asked.SetResult("a");
        Assert.Equal(["a", "a"], await Task.WhenAll(first, second));
    }

    [Fact]
    public async Task What_changes_during_a_reading_is_found_by_the_next_one()
    {
        var first = _value.ReadAsync(default).AsTask();
        _value.Forget();
        _asked[^1].SetResult("before the change");
        await first;
        Assert.Equal("after it", await ReadAsync("after it"));
    }

    [Fact]
    public async Task A_reading_that_fails_is_not_remembered_and_one_of_another_method_is()
    {
        var failing = _value.ReadAsync(default).AsTask();
        _asked[^1].SetException(new IOException());
        await Assert.ThrowsAsync<IOException>(() => failing);
        Assert.Equal("b", await ReadAsync("b"));
        _value.Keep("c");
        Assert.Equal("c", await _value.ReadAsync(default));
        Assert.Equal(2, _asked.Count);
    }

    private async Task<string> ReadAsync(string answer)
    {
        var reading = _value.ReadAsync(default).AsTask();
        _asked[^1].SetResult(answer);
        return await reading;
    }
}
