using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Tests.Engine;

public sealed class StateLockTests : IDisposable
{
    private readonly Bench _bench = new();

    [Fact]
    public void A_second_holder_is_refused_and_told_who_the_first_is()
    {
        using var first = StateLock.Take(_bench.State, "run");
        var refused = Assert.Throws<StateUnusableException>(() => StateLock.Take(_bench.State, "apply"));
        Assert.Contains($"'iwtune run' (pid {Environment.ProcessId})", refused.Message, StringComparison.Ordinal);
        Assert.Contains("--socket", refused.Message, StringComparison.Ordinal);
        Assert.Equal(new LockHolder(Environment.ProcessId, "run"), StateLock.Holder(_bench.State));
    }

    [Fact]
    public void A_lock_that_was_let_go_is_free()
    {
        StateLock.Take(_bench.State, "apply").Dispose();
        Assert.Null(StateLock.Holder(_bench.State));
        using var second = StateLock.Take(_bench.State, "run");
        Assert.Equal("run", StateLock.Holder(_bench.State)!.Verb);
    }

    [Fact]
    public void A_daemon_that_is_stopping_says_so_to_who_comes_next()
    {
        using var first = StateLock.Take(_bench.State, StateLock.Daemon);
        Assert.True(StateLock.Holder(_bench.State)!.Stays);
        first.AnnounceStop();
        Assert.Equal(new LockHolder(Environment.ProcessId, StateLock.Daemon, Stopping: true), StateLock.Holder(_bench.State));
        var refused = Assert.Throws<StateUnusableException>(() => StateLock.Take(_bench.State, "apply"));
        Assert.Contains("which is stopping. Wait until it has ended", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("12 run", "run", false)]
    [InlineData("12 run stopping", "run", true)]
    [InlineData("12 service remove", "service remove", false)]
    public void The_holder_is_read_as_it_is_written(string text, string verb, bool stopping)
    {
        var holder = LockHolder.Read(text)!;
        Assert.Equal(new LockHolder(12, verb, stopping), holder);
        Assert.Equal(text, holder.Write());
    }

    [Theory]
    [InlineData("")]
    [InlineData("run")]
    [InlineData("x run")]
    public void What_is_no_holder_is_none(string text) => Assert.Null(LockHolder.Read(text));

    [Fact]
    public void The_state_directory_is_for_its_owner_only()
    {
        if (!OperatingSystem.IsWindows())
            Assert.Equal(
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute,
                File.GetUnixFileMode(_bench.State.Root)
            );
    }

    public void Dispose() => _bench.Dispose();
}
