using System.Globalization;

namespace IwTune.Lab;

/// <summary>The time of day as libfaketime shows it to programs; their monotonic clocks go on.</summary>
public sealed class FakeClock
{
    /// <summary>Of Debian's package faketime.</summary>
    private const string Library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

    private readonly string file;

    /// <param name="file">Where the programs read the offset.</param>
    public FakeClock(string file)
    {
        this.file = file;
        Set(TimeSpan.Zero);
    }

    /// <summary>The environment of the programs.</summary>
    public IReadOnlyDictionary<string, string> Environment =>
        new Dictionary<string, string>
        {
            ["LD_PRELOAD"] = Library,
            ["FAKETIME_TIMESTAMP_FILE"] = file,
            ["FAKETIME_CACHE_DURATION"] = "1",
            ["NO_FAKE_STAT"] = "1",
            ["FAKETIME_DONT_FAKE_MONOTONIC"] = "1",
            // With it every timed wait for a condition returns at once, and .NET asks again without end.
            ["FAKETIME_FORCE_MONOTONIC_FIX"] = "0",
        };

    /// <summary>Makes it wrong by a day for a while.</summary>
    public async Task JumpAsync(bool ahead, TimeSpan time)
    {
        Set(TimeSpan.FromDays(ahead ? 1 : -1));
        await Task.Delay(time);
        Set(TimeSpan.Zero);
    }

    /// <summary>Sets what the programs read within a second: the real time and this much.</summary>
    public void Set(TimeSpan offset)
    {
        // A program that reads a file that is just being written would see the real time.
        File.WriteAllText($"{file}.new", offset.TotalSeconds.ToString("+0.000;-0.000", CultureInfo.InvariantCulture));
        File.Move($"{file}.new", file, overwrite: true);
    }

    /// <summary>Removes what libfaketime leaves in shared memory for a program that was killed.</summary>
    public static void Forget(int process)
    {
        File.Delete($"/dev/shm/faketime_shm_{process}");
        File.Delete($"/dev/shm/sem.faketime_sem_{process}");
    }
}
