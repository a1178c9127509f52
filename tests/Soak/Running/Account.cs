using System.Net;
using IwTune.Lab;

namespace IwTune.Soak.Running;

/// <summary>A person with a password and a computer.</summary>
/// <param name="Name">The sign-in name.</param>
/// <param name="Password">The password.</param>
/// <param name="Address">Of the computer: sign-ins are limited for each address, and for each name.</param>
internal sealed record Account(string Name, string Password, IPAddress Address)
{
    /// <summary>Makes one.</summary>
    public static async Task<Account> MakeAsync(ServerProcess server, NetNamespace space, int number)
    {
        var address = IPAddress.Parse($"10.77.200.{100 + number}");
        space.Ip($"addr add {address}/24 dev path0");
        var made = server.Run("user", "add", $"person{number}");
        var line = made.Output.Split('\n').FirstOrDefault(text => text.Contains("assword", StringComparison.Ordinal));
        if (line is null)
            throw new LabException($"user add ended with {made.ExitCode}: {made.Error}{made.Output}");
        using var browser = server.Client(space, address);
        return new($"person{number}", await Person.SignInAsync(browser, $"person{number}", line.TrimEnd().Split(' ')[^1]), address);
    }
}
