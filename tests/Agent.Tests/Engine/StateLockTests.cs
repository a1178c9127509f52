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
        Assert.Equal((Environment.ProcessId, "run"), StateLock.Holder(_bench.State));
    }

    [Fact]
    public void A_lock_that_was_let_go_is_free()
    {
        StateLock.Take(_bench.State, "apply").Dispose();
        Assert.Null(StateLock.Holder(_bench.State));
        using var second = StateLock.Take(_bench.State, "run");
        Assert.Equal("run", StateLock.Holder(_bench.State)!.Value.Verb);
    }

    [Fact]
    public void The_state_directory_is_for_its_owner_only()
    {
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(_bench.State.Root));
    }

    public void Dispose() => _bench.Dispose();
}
