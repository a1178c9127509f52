using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>CPU time that the calling thread has used so far.</summary>
internal static class ThreadTime
{
    private const int ThreadCpu = 3; // CLOCK_THREAD_CPUTIME_ID

    public static TimeSpan Used()
    {
        // struct timespec has the layout of struct timeval on a 64-bit system, with nanoseconds in its second half.
        var time = default(LibC.TimeValue);
        return LibC.GetTime(ThreadCpu, ref time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Microseconds / 100)
            : TimeSpan.Zero;
    }
}
