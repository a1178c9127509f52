using System.Globalization;

namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// A name of this boot. Windows has none, and the instant it booted moves when the clock is set; so one is made up and kept where the next
/// boot forgets it.
/// </summary>
/// <param name="registry">Keeps it.</param>
/// <param name="clock">For a process that may not write it: the minute of the boot.</param>
/// <param name="sinceBoot">How long the machine has run.</param>
internal sealed class BootId(IRegistry registry, TimeProvider clock, Func<TimeSpan> sinceBoot)
{
    /// <summary>A key of its own: below a key that a boot forgets, nothing can be kept for longer.</summary>
    internal const string Key = @"SOFTWARE\IwTune Boot";

    private const string Value = "BootId";

    public string Read() => registry.KeptUntilBoot(Key, Value, () => Guid.NewGuid().ToString("D")) ?? Minute();

    private string Minute()
    {
        var booted = clock.GetUtcNow() - sinceBoot();
        return booted.UtcDateTime.ToString("'boot-'yyyyMMdd'T'HHmm'Z'", CultureInfo.InvariantCulture);
    }
}
