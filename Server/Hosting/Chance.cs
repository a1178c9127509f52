using System.Security.Cryptography;

namespace IwTune.Server.Hosting;

/// <summary>Chance as the running server has it: what spreads waits is handed this, tests hand their own.</summary>
internal static class Chance
{
    private const int Steps = 1 << 20;

    /// <returns>0 or more, below 1.</returns>
    public static double Next() => RandomNumberGenerator.GetInt32(Steps) / (double)Steps;
}
