using IwTune.Lab;
using IwTune.Server.Features.Compliance;

namespace IwTune.Server.Tests.Running;

internal static class Judging
{
    /// <summary>Lets two seconds pass, so that an instant is over for every host, and waits until all are judged up to it.</summary>
    /// <returns>The instant.</returns>
    public static async Task<DateTimeOffset> JudgedNowAsync(this RunningServer server)
    {
        server.Clock.Jump(TimeSpan.FromSeconds(2));
        var now = server.Clock.GetUtcNow();
        await Until.TrueAsync(
            () => server.Get<JudgedPeriods>().JudgedUntil >= now.ToUnixTimeMilliseconds(),
            () => "no round of judging came"
        );
        return now;
    }
}
