using IwTune.Server.Console.Live;

namespace IwTune.Server.Features.Identity.Sessions;

/// <summary>Tells what a person does in a browser from what an open page does by itself, which must not keep a session.</summary>
internal static class PersonActivity
{
    /// <summary>A page sets it on the requests that renew its parts (<c>js/activity.js</c>).</summary>
    public const string RenewalHeader = "IwTune-Renewal";

    /// <summary>The least time between two notes of one session: not each request costs a write.</summary>
    public static readonly TimeSpan NotedAgain = TimeSpan.FromMinutes(1);

    public static bool IsIn(HttpRequest request) => request.Path != LiveStream.Path && !request.Headers.ContainsKey(RenewalHeader);
}
