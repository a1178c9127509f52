using System.Globalization;

namespace IwTune.Agent.Windows.Facts;

/// <summary>
/// A name of this boot. Windows has none, and the calculated instant of the boot moves when the clock is set. So a name is generated and
/// stored where the next boot deletes it.
/// </summary>
/// <param name="registry">Stores it.</param>
/// <param name="clock">For a process that may not write it: the minute of the boot.</param>
/// <param name="sinceBoot">How long the machine has run.</param>
internal sealed class WindowsBootId(IRegistry registry, TimeProvider clock, Func<TimeSpan> sinceBoot)
{
    /// <summary>A separate key: below a key that a boot deletes, nothing can be kept for longer.</summary>
    internal const string Key = @"SOFTWARE\IwTune Boot";

    private const string Value = "BootId";

    public string Read() => registry.KeptUntilBoot(Key, Value, () => Guid.NewGuid().ToString("D")) ?? Minute();

    private string Minute()
    {
        var booted = clock.GetUtcNow() - sinceBoot();
        return booted.UtcDateTime.ToString("'boot-'yyyyMMdd'T'HHmm'Z'", CultureInfo.InvariantCulture);
    }
}
