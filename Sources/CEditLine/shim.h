// Fixed-arity wrappers of libedit's variadic functions, which Swift cannot call. All of them are `static inline` and
// stateless, because a variable in this header would exist once per Swift file that uses it.
#include <stdarg.h>
#include <stdio.h>
#include <histedit.h>

typedef char *(*cel_prompt)(EditLine *);
typedef unsigned char (*cel_key)(EditLine *, int);

// Swift treats the C library's `stdin`, `stdout` and `stderr` as mutable globals that are unsafe across threads.
static inline FILE *cel_stdin(void) { return stdin; }
static inline FILE *cel_stdout(void) { return stdout; }
static inline FILE *cel_stderr(void) { return stderr; }

static inline int cel_set_context(EditLine *e, void *context) { return el_set(e, EL_CLIENTDATA, context); }
static inline void *cel_context(EditLine *e) {
  void *context = 0;
  return el_get(e, EL_CLIENTDATA, &context) == 0 ? context : 0;
}

// The text between two \1 in a prompt is sent to the terminal but has no width.
static inline int cel_set_prompt(EditLine *e, cel_prompt text) { return el_set(e, EL_PROMPT_ESC, text, '\1'); }
static inline int cel_set_right_prompt(EditLine *e, cel_prompt text) { return el_set(e, EL_RPROMPT_ESC, text, '\1'); }

static inline int cel_set_reader(EditLine *e, el_rfunc_t next) { return el_set(e, EL_GETCFN, next); }
static inline int cel_use_emacs_keys(EditLine *e) { return el_set(e, EL_EDITOR, "emacs"); }
static inline int cel_uses_vi_keys(EditLine *e) {
  const char *name = 0;
  return el_get(e, EL_EDITOR, &name) == 0 && name && name[0] == 'v';
}
static inline int cel_add_key_function(EditLine *e, const char *name, const char *help, cel_key function) {
  return el_set(e, EL_ADDFN, name, help, function);
}
static inline int cel_bind(EditLine *e, const char *key, const char *name) {
  return el_set(e, EL_BIND, key, name, (char *)0);
}
static inline int cel_bind_command_mode(EditLine *e, const char *key, const char *name) {
  return el_set(e, EL_BIND, "-a", key, name, (char *)0);
}
static inline int cel_clear_tty_flag(EditLine *e, const char *flag) {
  return el_set(e, EL_SETTY, "-d", flag, (char *)0);
}
static inline int cel_refresh(EditLine *e) { return el_set(e, EL_REFRESH); }
static inline int cel_prepare_terminal(EditLine *e, int raw) { return el_set(e, EL_PREP_TERM, raw); }

// A history that belongs to the caller: libedit asks it for lines. `place` and the result belong to the context.
struct cel_history {
  void *context;
  const char *(*step)(void *context, int operation, int number, int *place);
};

static int cel_ask_history(void *history, HistEvent *event, int operation, ...) {
  struct cel_history *source = (struct cel_history *)history;
  int number = 0, place = 0;
  if (operation == H_SET) {
    va_list arguments;
    va_start(arguments, operation);
    number = va_arg(arguments, int);
    va_end(arguments);
  }
  const char *line = source->step(source->context, operation, number, &place);
  event->num = place;
  event->str = line ? line : "";
  return line ? 0 : -1;
}
static inline int cel_set_history(EditLine *e, struct cel_history *history) {
  return el_set(e, EL_HIST, cel_ask_history, history);
}
