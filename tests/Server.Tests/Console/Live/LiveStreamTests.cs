using System.Net;
using IwTune.Server.Console.Live;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console.Live;

public sealed class LiveStreamTests
{
    [Fact]
    public async Task A_page_is_told_what_kind_of_thing_was_stored()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await server.EnrolAsync("web-1");
        var seen = (await person.OpenAsync("/hosts/web-1")).Body!.GetAttribute("data-live-since");
        using var page = await LivePage.OpenAsync(person, $"?since={seen}&host={host.Id}");

        await api.PublishAsync(Api.Iw10, assign: "*");
        await page.UntilAsync("decisions");
        (await host.CheckInAsync()).Dispose();
        await page.UntilAsync("host");
        using var late = await LivePage.OpenAsync(person, $"?since={seen}");
        Assert.Contains("decisions", await late.NextAsync());
    }

    [Fact]
    public async Task Marks_tell_decisions_from_reports_and_say_nothing_while_nothing_is_stored()
    {
        var directory = Directory.CreateTempSubdirectory("iwtune-server-").FullName;
        using var database = await TestStore.OpenAsync(directory, TimeProvider.System);
        var marks = new LiveMarks(database, host: null);
        var seen = marks.Seen;
        Assert.Equal("", marks.ChangedSince(seen));
        Assert.Equal("", marks.Changed());
        await database.IngestAsync([], _ => Task.FromResult(0));
        Assert.Equal("reports", marks.Changed());
        await database.WriteAsync(_ => Task.FromResult(0));
        Assert.Equal("decisions", marks.Changed());
        Assert.Equal("", marks.Changed());
        Assert.Equal("decisions reports host", marks.ChangedSince(seen));
        Assert.Equal("decisions reports host", marks.ChangedSince(null));
        await Assert.ThrowsAsync<InvalidOperationException>(() => database.WriteAsync<int>(_ => throw new InvalidOperationException()));
        Assert.Equal("", marks.Changed());
        Directory.Delete(directory, recursive: true);
    }

    [Fact]
    public async Task A_stranger_hears_nothing_and_a_user_has_no_more_streams_than_the_limit()
    {
        await using var server = await RunningServer.StartAsync();
        using var stranger = Person.Stranger(server);
        using (var answer = await stranger.GetAsync(LiveStream.Path))
            Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        var pages = new List<LivePage>();
        for (var i = 0; i < LivePlaces.OfUser; i++)
            pages.Add(await LivePage.OpenAsync(person, ""));
        using (var refused = await person.Http.GetAsync(LiveStream.Path, HttpCompletionOption.ResponseHeadersRead))
            Assert.Equal(HttpStatusCode.ServiceUnavailable, refused.StatusCode);
        using var other = await Person.SignedInAsync(server, Role.Operator);
        pages.Add(await LivePage.OpenAsync(other, ""));
        pages.ForEach(page => page.Dispose());
    }

    [Fact]
    public async Task A_viewer_of_a_part_of_the_fleet_does_not_hear_when_something_is_stored()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server, "fran", new AccessGrant(Role.Viewer, "site:fra"));
        Assert.Null((await person.OpenAsync("/hosts")).Body!.GetAttribute("data-live-since"));
        using var answer = await person.GetAsync(LiveStream.Path);
        Assert.Equal(HttpStatusCode.NoContent, answer.StatusCode);
        using var stranger = Person.Stranger(server);
        Assert.Null((await stranger.OpenAsync("/sign-in")).Body!.GetAttribute("data-live-since"));
    }

    [Fact]
    public void A_place_is_given_back_once_and_one_that_was_refused_takes_none()
    {
        var places = new LivePlaces();
        var taken = Enumerable.Range(0, LivePlaces.OfUser).Select(_ => places.TryTake("anna")).ToList();
        Assert.DoesNotContain(null, taken);
        Assert.Null(places.TryTake("anna"));
        taken[0]!.Dispose();
        taken[0]!.Dispose();
        Assert.NotNull(places.TryTake("anna"));
        Assert.Null(places.TryTake("anna"));
        for (var user = 1; user <= LivePlaces.OfServer / LivePlaces.OfUser - 1; user++)
        for (var i = 0; i < LivePlaces.OfUser; i++)
            Assert.NotNull(places.TryTake($"user {user}"));
        Assert.Null(places.TryTake("one more"));
    }
}
