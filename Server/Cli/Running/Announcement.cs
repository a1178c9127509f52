using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.Hosting.Systemd;
using Microsoft.Extensions.Hosting.WindowsServices;

namespace IwTune.Server.Cli.Running;

/// <summary>What a server says when it serves: on the console, or as one entry of the event log when it is a service of Windows.</summary>
internal static class Announcement
{
    public static async Task MakeAsync(WebApplication app, ServerOptions options)
    {
        var services = app.Services;
        var bound = new Uri(services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
        var url = ServerNames.Url(options, bound.Port);
        if (StoredAddress.Keep(services.GetRequiredService<DataDirectory>(), url) is { } problem)
            await System.Console.Error.WriteLineAsync($"iwtune-server: {problem}");
        var service = WindowsServiceHelpers.IsWindowsService();
        var logged = service || SystemdHelpers.IsSystemdService();
        var lines = new List<string>();
        var store = StoreLine.Of(options.StoreIn(services.GetRequiredService<DataDirectory>().Path), options.DatabasePasswordFile);
        var first = options.FirstAdministrator;
        if (await AddUser.FirstAsync(services.GetRequiredService<Database>(), TimeProvider.System, first) is { } password)
            lines.AddRange(First(first, password, store, logged));
        lines.Add($"listening      {url}");
        var database = services.GetRequiredService<Database>();
        lines.Add($"store          {database.Shown}");
        if (database.Replica is { } replica)
            lines.Add($"replica        {replica.Shown}, {replica.Sentence}");
        lines.Add($"CA pin         {services.GetRequiredService<HeldKeys>().Authority.Pin}");
        lines.Add($"rollouts       {options.RolloutsTold}");
        lines.Add($"enrol a host   iwtune-server token create {store}");
        if (
            OperatingSystem.IsWindows()
            && FirewallRule.Offer(new(options.Endpoint.Address, bound.Port), Environment.ProcessPath!) is { } rule
        )
            lines.Add($"firewall       closed unless a rule allows it; in an elevated PowerShell: {rule}");
        if (OperatingSystem.IsWindows() && service)
            using (var events = new ServiceEvents())
                events.Write(new(LogLevel.Information, string.Join('\n', lines)));
        else
            foreach (var line in lines)
                await System.Console.Out.WriteLineAsync(line);
    }

    /// <summary>
    /// A log is read by more people than may administrate: the event log by every user of a machine of Windows, the journal by the groups
    /// <c>adm</c> and <c>systemd-journal</c>. The password is in neither.
    /// </summary>
    internal static IReadOnlyList<string> First(string name, string password, string store, bool logged) =>
        logged
            ? [$"administrator  {name}", $"password       not shown by a service; to set it: iwtune-server user reset {name} {store}", ""]
            :
            [
                $"administrator  {name}",
                $"password       {password}",
                $"               shown once, {CreatedUser.Rule}",
                $"               to reset it: iwtune-server user reset {name} {store}",
                "",
            ];
}
