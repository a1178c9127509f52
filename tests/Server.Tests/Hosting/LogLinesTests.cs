using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Hosting.Requests;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace IwTune.Server.Tests.Hosting;

public sealed class LogLinesTests
{
    private const string Hostile = "first\r\nfail: second\u001b[2J\u202e";

    [Fact]
    public void A_text_and_an_exception_are_one_line_with_a_time_in_which_nothing_is_hidden()
    {
        var line = Line(Hostile, new InvalidOperationException(Hostile));
        Assert.Equal(1, line.Split(Environment.NewLine).Count(part => part.Length > 0));
        Assert.DoesNotContain(line.TrimEnd(), char.IsControl);
        Assert.Matches(@"^[0-9-]{10}T[0-9:.]{12}Z fail: Some\.Part: first  fail: second\\u001b\[2J\\u202e: ", line);
        Assert.Contains("InvalidOperationException: first  fail: second", line, StringComparison.Ordinal);
    }

    [Fact]
    public void A_failure_of_the_store_that_is_explained_is_a_sentence_without_a_stack()
    {
        var inner = new InvalidOperationException("inner");
        var line = Line("The store failed at /x", StoreException.Refused(new StoreFault("The disk is full: make room there."), inner));
        Assert.EndsWith(
            "Some.Part: The store failed at /x: Nothing of this call was stored. The disk is full: make room there." + Environment.NewLine,
            line,
            StringComparison.Ordinal
        );
        Assert.Contains("inner", Line("x", StoreException.Refused(new StoreFault("It says so.", Unclear: true), inner)));
        Assert.Contains("inner", Line("x", StoreException.Refused(new StoreFault("It is wrong.", OfTheCall: true), inner)));
    }

    [Fact]
    public void In_the_journal_a_line_begins_with_its_priority() =>
        Assert.StartsWith("<3>Some.Part: first", Line("first", null, toJournal: true), StringComparison.Ordinal);

    [Fact]
    public async Task A_failure_names_caller_address_request_and_number_of_the_call_that_caused_it()
    {
        Assert.EndsWith(" done" + Environment.NewLine, Line("done"), StringComparison.Ordinal);
        var call = Call();
        Assert.Contains(
            "done (from 192.0.2.7 curl/8: PUT /api/v1/x%20y, number 0HN:7)",
            await InAsync(call, () => Line("done")),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain('(', await InAsync(call, () => Line("Sign-in of ‘ada’ from 192.0.2.7 curl/8 failed")));
        call.User = new Caller("ada", "user:ada", "user:ada", Rights.None, "test").Principal();
        Assert.Contains(
            "done (user:ada from 192.0.2.7 curl/8: PUT /api/v1/x%20y, number 0HN:7)",
            await InAsync(call, () => Line("done")),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Other_lines_have_no_number() =>
        Assert.EndsWith(
            "done (from 192.0.2.7 curl/8: PUT /api/v1/x%20y)" + Environment.NewLine,
            await InAsync(Call(), () => Line("done", level: LogLevel.Warning)),
            StringComparison.Ordinal
        );

    [Fact]
    public async Task What_a_call_left_running_names_the_request_and_not_the_caller_of_a_later_one()
    {
        var call = Call();
        var over = new TaskCompletionSource();
        var late = await InAsync(call, () => WaitAsync(over.Task));
        call.User = new Caller("eve", "user:eve", "user:eve", Rights.None, "test").Principal();
        over.SetResult();
        Assert.Contains("done (from 192.0.2.7 curl/8: PUT /api/v1/x%20y)", await late, StringComparison.Ordinal);

        static async Task<string> WaitAsync(Task over)
        {
            await over;
            return Line("done");
        }
    }

    private static DefaultHttpContext Call()
    {
        var call = new DefaultHttpContext();
        call.Connection.RemoteIpAddress = new([192, 0, 2, 7]);
        call.Request.Headers.UserAgent = "curl/8";
        (call.Request.Method, call.Request.Path) = ("PUT", "/api/v1/x y");
        call.TraceIdentifier = "0HN:7";
        return call;
    }

    private static async Task<T> InAsync<T>(HttpContext call, Func<T> work)
    {
        T? result = default;
        await CurrentCall.TellAsync(
            call,
            _ =>
            {
                result = work();
                return Task.CompletedTask;
            }
        );
        return result!;
    }

    private static string Line(string text, Exception? exception = null, bool toJournal = false, LogLevel level = LogLevel.Error)
    {
        using var written = new StringWriter();
        new LogLines(TimeProvider.System, toJournal).Write(
            new LogEntry<string>(level, "Some.Part", new EventId(7), text, exception, (state, _) => state),
            null,
            written
        );
        return written.ToString();
    }
}
