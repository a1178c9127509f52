using IwTune.Server.Features.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What this server calls people of the provider.</summary>
internal static class OidcNames
{
    public const int Longest = 60;

    /// <summary>The first account keeps a name forever; for a namesake, also among local users, the next one becomes ada-2.</summary>
    public static async Task<string> FreeAsync(DbSession write, string display)
    {
        var wanted = new string([
            .. display
                .ToLowerInvariant()
                .Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '@' ? c : '-')
                .Take(Longest),
        ]);
        for (var number = 1; ; number++)
        {
            var name = number == 1 ? wanted : $"{wanted[..Math.Min(wanted.Length, Longest - 5)]}-{number}";
            if (await OidcQueries.ByNameAsync(write, name) is null && await UserQueries.FindAsync(write, name) is null)
                return name;
        }
    }
}
